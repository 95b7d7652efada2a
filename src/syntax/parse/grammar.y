/* SPDX-License-Identifier: MIT */
/* The grammar: tokens to constructor calls. Names are not resolved here, and nothing is decided that a later stage can
 * decide. LALR(1) without conflicts and without precedence declarations: the productions give the precedence.
 *
 * After a syntax error parsing resumes at the next statement, clause or edge (RESUME); tokens.c skips to it, so an
 * error production is followed at once by a token that fits. */
%require "3.8"
%define api.prefix {grammar_}
%define api.pure full
%define api.value.type {union semantic}
%define api.location.type {struct span}
%define api.token.prefix {T_}
%define parse.error custom
%define parse.lac full
%define lr.default-reduction consistent
%locations
%param {struct parser *p}
%expect 0

%code requires {
#include "base/mem.h"
#include "syntax/parse/private.h"
}
%code provides {
/* One more than the greatest token; DOT is declared last. */
#define GRAMMAR_TOKENS (T_DOT + 1)
/* As in messages, without quotes: "->", "a name". */
const char *grammar_token_name(int kind);
}
%code {
#define YYMAXDEPTH 8000
#define YYMALLOC stack_alloc
#define YYFREE stack_free
#define YYLLOC_DEFAULT(current, rhs, n)                                                       \
    ((current) = (n) ? span_join(YYRHSLOC(rhs, 1), YYRHSLOC(rhs, n))                          \
                     : (struct span){YYRHSLOC(rhs, 0).source, YYRHSLOC(rhs, 0).end, YYRHSLOC(rhs, 0).end})

#define SHAPE(KIND, place, ...) (struct ast){.kind = AST_##KIND, .span = (place), __VA_ARGS__}
#define NAMED(id, place) .name = (id), .name_span = (place)
#define TEXT(lexeme_) .text = (lexeme_).text, .text_span = (lexeme_).span
#define WORD_TEXT(id, place) .text = (id), .text_span = (place)
#define KIDS(...) sizeof((struct ast *[]){__VA_ARGS__}) / sizeof(struct ast *), (struct ast *[]){__VA_ARGS__}
#define LEAF(shape) ast_build(p, shape, 0, NULL)
#define LIST(place, items) ast_build_list(p, place, items)
#define BINARY(place, operation, left, right) \
    ast_build(p, (struct ast){.kind = AST_BINARY, .span = (place), .op = (operation)}, KIDS(left, right))
#define RESUME(level)                                                                     \
    do {                                                                                  \
        if (tokens_resume(p, level, yychar, yylval, yylloc)) yyclearin;                   \
        if (p->stop) YYABORT;                                                             \
        yyerrok;                                                                          \
    } while (0)

static void *stack_alloc(size_t size);
static void stack_free(void *block);
static int grammar_lex(union semantic *value, struct span *span, struct parser *p);
static void grammar_error(const struct span *span, struct parser *p, const char *message);
}

%token END 0 "the end of the file"
%token FILE_START "the start" EXPRESSION_START "the start of the expression"
%token <name> ID "a name" NUMBER "a number"
%token <lexeme> STRING "a string in double quotes" LUA_BLOCK "a Lua block"
%token GAME "game" GRAPH "graph" PARAM "param" FN "fn" IMPORT "import" PLAY "play"
%token EXPECT "expect" CLAIM "claim" MOVE "move" START "start" SYMMETRIC "symmetric" CANON "canon"
%token LOOPY "loopy" SOLVE "solve" LUA "lua"
%token IN "in" WHERE "where" FOR "for" AND "and" OR "or" NOT "not" IFF "iff"
%token <name> PERIOD "period" FROM "from" OF "of" WITH "with" SALTUS "saltus" OCTAL "octal"
%token <name> TURNING "turning" MEASURE "measure" MISERE "misere" UPTO "upto" CONJUNCTIVE "conjunctive"
%token <name> SELECTIVE "selective" ORDINAL "ordinal" SEQUENTIAL "sequential"
%token ARROW "->" DOTS ".." EQ "==" NE "!=" LE "<=" GE ">=" LT "<" GT ">" ASSIGN "="
%token ADD_TO "+=" SUB_FROM "-=" PLUS "+" MINUS "-" TIMES "*" DIVIDE "/" MODULO "%"
%token LPAREN "(" RPAREN ")" LBRACKET "[" RBRACKET "]" LBRACE "{" RBRACE "}" END_BODY "} of the body"
%token COMMA "," SEMICOLON ";" COLON ":" QUESTION "?" DOT "."

/* After `in 1..` the word `measure` opens a clause: the end of that range is a constant, so no name. */
%precedence MEASURE
%precedence OPEN_RANGE

%type <name> name word node
%type <lexeme> code_text
%type <op> comparator assignment manner
%type <list> statements names fields generators clauses items arguments argument_list updates cells components
%type <list> graph_clauses some_graph_clauses
%type <node> statement param param_domain domain game graph graph_clause graph_block block clause expect claim where
%type <node> field generator_list generator expression equivalence disjunction conjunction negation
%type <node> comparison sum product unary postfix primary comprehension argument update cell count number
%type <node> preperiod saltus start_fields
%type <node> value bounded condition first_disjunction first_conjunction first_negation first_comparison

%%
input
    : FILE_START statements
    | EXPRESSION_START cell                     { p->expression = $cell; }
    ;

/* ---- the file */
statements
    : %empty                                    { $$ = p->statements; }
    | statements ";"
    | statements statement                      { $$ = ast_list_add(p, $1, $statement); }
    | statements error                          { $$ = $1; RESUME(LEVEL_STATEMENT); }
    ;
statement
    : PLAY MISERE                               { $$ = ast_build_play(p, @$); }
    | IMPORT STRING                             { $$ = LEAF(SHAPE(IMPORT, @$, TEXT($STRING))); }
    | FN name "(" ")" "=" expression
        { $$ = ast_build(p, SHAPE(FN, @$, NAMED($name, @name)), KIDS(LIST(@4, NULL), $expression)); }
    | FN name "(" names ")" "=" expression
        { $$ = ast_build(p, SHAPE(FN, @$, NAMED($name, @name)), KIDS(LIST(@names, $names), $expression)); }
    | LUA_BLOCK                                 { $$ = LEAF(SHAPE(LUA, @$, TEXT($1))); }
    | param
    | game
    | graph
    | expect
    | claim
    ;
names
    : name                  { $$ = ast_list_add(p, ast_list_new(p), LEAF(SHAPE(NAME, @$, NAMED($name, @name)))); }
    | names "," name        { $$ = ast_list_add(p, $1, LEAF(SHAPE(NAME, @name, NAMED($name, @name)))); }
    ;
param
    : PARAM name "=" value
        { $$ = ast_build(p, SHAPE(PARAM, @$, NAMED($name, @name)), KIDS($value, NULL)); }
    | PARAM name "=" bounded IN param_domain
        { $$ = ast_build(p, SHAPE(PARAM, @$, NAMED($name, @name)), KIDS($bounded, $param_domain)); }
    ;
param_domain
    : domain
    | sum ".." %prec OPEN_RANGE                 { $$ = ast_build(p, SHAPE(RANGE, @$), KIDS($sum, NULL)); }
    ;
domain
    : sum
    | sum[low] ".." sum[high]                   { $$ = ast_build(p, SHAPE(RANGE, @$), KIDS($low, $high)); }
    ;

/* ---- games */
game
    : GAME name "(" fields ")" where open clauses close
        { $$ = ast_build(p, SHAPE(GAME, @$, NAMED($name, @name)),
                         KIDS(LIST(@fields, $fields), $where, LIST(@clauses, $clauses))); }
    | GAME name "(" fields ")" where "=" expression block
        { $$ = ast_build(p, SHAPE(COMPOUND, @$, NAMED($name, @name)),
                         KIDS(LIST(@fields, $fields), $where, $expression, $block)); }
    | GAME name OF name[base] open clauses close
        { $$ = ast_build(p, SHAPE(VARIANT, @$, NAMED($2, @2), WORD_TEXT($base, @base)),
                         KIDS(LIST(@clauses, $clauses))); }
    | GAME name "=" OCTAL STRING block
        { $$ = ast_build(p, SHAPE(CODE, @$, NAMED($name, @name), TEXT($STRING), .op = OP_OCTAL), KIDS($block)); }
    | GAME name "=" TURNING code_text block
        { $$ = ast_build(p, SHAPE(CODE, @$, NAMED($name, @name), TEXT($code_text), .op = OP_TURNING), KIDS($block)); }
    | bad_game block                            { $$ = NULL; }
    ;
bad_game
    : GAME error                                { RESUME(LEVEL_HEADER); }
    ;
code_text
    : STRING
    | name                                      { $$ = (struct lexeme){$name, @name}; }
    ;
block
    : %empty                                    { $$ = NULL; }
    | open clauses close                        { $$ = LIST(@clauses, $clauses); }
    ;
open
    : "{"                                       { tokens_open_body(p, @$); }
    ;
close
    : END_BODY                                  { tokens_close_body(p); }
    ;
where
    : %empty                                    { $$ = NULL; }
    | WHERE expression                          { $$ = $expression; }
    ;
fields
    : field                                     { $$ = ast_list_add(p, ast_list_new(p), $field); }
    | fields "," field                          { $$ = ast_list_add(p, $1, $field); }
    ;
field
    : name                                      { $$ = LEAF(SHAPE(FIELD, @$, NAMED($name, @name))); }
    | name ":" name[type]
        { $$ = LEAF(SHAPE(FIELD, @$, NAMED($1, @1), WORD_TEXT($type, @type))); }
    | name ":" name[type] OF name[graph]
        { $$ = ast_build(p, SHAPE(FIELD, @$, NAMED($1, @1), WORD_TEXT($type, @type)),
                         KIDS(LEAF(SHAPE(NAME, @graph, NAMED($graph, @graph))))); }
    ;
start_fields
    : %empty                                    { $$ = LIST(@$, NULL); }
    | "(" ")"                                   { $$ = LIST(@$, NULL); }
    | "(" fields ")"                            { $$ = LIST(@fields, $fields); }
    ;
clauses
    : %empty                                    { $$ = ast_list_new(p); }
    | clauses ";"
    | clauses clause                            { $$ = ast_list_add(p, $1, $clause); }
    | clauses error                             { $$ = $1; RESUME(LEVEL_CLAUSE); }
    ;
clause
    : SYMMETRIC                                 { $$ = LEAF(SHAPE(SYMMETRIC, @$)); }
    | CANON expression                          { $$ = ast_build(p, SHAPE(CANON, @$), KIDS($expression)); }
    | MEASURE items                             { $$ = ast_build_from(p, SHAPE(MEASURE, @$), $items); }
    | LOOPY                                     { $$ = LEAF(SHAPE(LOOPY, @$)); }
    | START start_fields where "->" expression
        { $$ = ast_build(p, SHAPE(START, @$), KIDS($start_fields, $where, $expression)); }
    | MOVE name generator_list where "->" expression
        { $$ = ast_build(p, SHAPE(MOVE, @$, NAMED($name, @name)), KIDS($generator_list, $where, $expression)); }
    | MOVE LUA name                             { $$ = LEAF(SHAPE(MOVE_LUA, @$, NAMED($name, @name))); }
    | SOLVE name                                { $$ = LEAF(SHAPE(SOLVE, @$, NAMED($name, @name))); }
    | SOLVE name arguments
        { $$ = ast_build_from(p, SHAPE(SOLVE, @$, NAMED($name, @name)), $arguments); }
    | param
    | expect
    | claim
    ;
generator_list
    : %empty                                    { $$ = LIST(@$, NULL); }
    | "(" ")"                                   { $$ = LIST(@$, NULL); }
    | "(" generators ")"                        { $$ = LIST(@generators, $generators); }
    ;
generators
    : generator                                 { $$ = ast_list_add(p, ast_list_new(p), $generator); }
    | generators "," generator                  { $$ = ast_list_add(p, $1, $generator); }
    ;
generator
    : name IN domain
        { $$ = ast_build(p, SHAPE(GEN, @$, NAMED($name, @name)), KIDS($domain)); }
    ;
expect
    : EXPECT expression                         { $$ = ast_build(p, SHAPE(EXPECT, @$), KIDS($expression)); }
    | EXPECT PERIOD number preperiod saltus
        { $$ = ast_build(p, SHAPE(EXPECT_PERIOD, @$), KIDS($number, $preperiod, $saltus)); }
    ;
preperiod
    : %empty                                    { $$ = NULL; }
    | FROM number                               { $$ = $number; }
    ;
saltus
    : %empty                                    { $$ = NULL; }
    | SALTUS number                             { $$ = $number; }
    ;
claim
    : CLAIM expression
        { $$ = ast_build(p, SHAPE(CLAIM, @$), KIDS($expression, LIST(@2, NULL), NULL)); }
    | CLAIM expression FOR generators where
        { $$ = ast_build(p, SHAPE(CLAIM, @$), KIDS($expression, LIST(@generators, $generators), $where)); }
    ;

/* ---- graphs: `a -> b c` ends before a name that an arrow follows, so `;` may be omitted at the end of a line */
graph
    : GRAPH name open edges graph_clauses close
        { $$ = ast_build(p, SHAPE(GRAPH, @$, NAMED($name, @name)),
                         KIDS(ast_edges_close(p, @edges), $graph_clauses ? LIST(@graph_clauses, $graph_clauses) : NULL)); }
    | GRAPH name FROM STRING graph_block
        { $$ = ast_build(p, SHAPE(GRAPH_FROM, @$, NAMED($name, @name), TEXT($STRING)), KIDS($graph_block)); }
    | bad_graph                                 { $$ = NULL; }
    | bad_graph open edges graph_clauses close  { $$ = NULL; }
    ;
bad_graph
    : GRAPH error                               { RESUME(LEVEL_HEADER); }
    ;
edges
    : %empty                                    { ast_edges_begin(p); }
    | edges ";"                                 { ast_edges_end(p); }
    | edges node "->"                           { ast_edges_node(p, @node, $node, true); }
    | edges node                                { ast_edges_node(p, @node, $node, false); }
    | edges error                               { ast_edges_end(p); RESUME(LEVEL_EDGE); }
    ;
node
    : name
    | NUMBER
    ;
graph_block
    : %empty                                    { $$ = NULL; }
    | open semicolons graph_clauses close       { $$ = LIST(@graph_clauses, $graph_clauses); }
    ;
semicolons
    : %empty
    | semicolons ";"
    ;
graph_clauses
    : %empty                                    { $$ = NULL; }
    | some_graph_clauses
    ;
some_graph_clauses
    : graph_clause                              { $$ = ast_list_add(p, ast_list_new(p), $graph_clause); }
    | some_graph_clauses ";"
    | some_graph_clauses graph_clause           { $$ = ast_list_add(p, $1, $graph_clause); }
    | some_graph_clauses error                  { $$ = $1; RESUME(LEVEL_EDGE); }
    ;
graph_clause
    : expect
    | claim
    | LOOPY                                     { $$ = LEAF(SHAPE(LOOPY, @$)); }
    ;

/* ---- expressions, from the loosest binding to the tightest */
expression
    : equivalence
    | equivalence "?" expression[then] ":" expression[else]
        { $$ = ast_build(p, SHAPE(CONDITIONAL, @$), KIDS($equivalence, $then, $else)); }
    ;
equivalence
    : disjunction
    | equivalence[left] IFF disjunction[right]  { $$ = BINARY(@$, OP_IFF, $left, $right); }
    ;
disjunction
    : conjunction
    | disjunction[left] OR conjunction[right]   { $$ = ast_build_chain(p, OP_OR, @$, $left, $right); }
    ;
conjunction
    : negation
    | conjunction[left] AND negation[right]     { $$ = ast_build_chain(p, OP_AND, @$, $left, $right); }
    ;
negation
    : comparison
    | NOT negation[operand]                     { $$ = ast_build(p, SHAPE(UNARY, @$, .op = OP_NOT), KIDS($operand)); }
    ;
comparison
    : sum
    | sum[left] comparator sum[right]           { $$ = BINARY(@$, $comparator, $left, $right); }
    | sum IN domain                             { $$ = BINARY(@$, OP_IN, $sum, $domain); }
    | sum NOT IN domain                         { $$ = BINARY(@$, OP_NOT_IN, $sum, $domain); }
    ;
comparator
    : "=="                                      { $$ = OP_EQ; }
    | "!="                                      { $$ = OP_NE; }
    | "<"                                       { $$ = OP_LT; }
    | "<="                                      { $$ = OP_LE; }
    | ">"                                       { $$ = OP_GT; }
    | ">="                                      { $$ = OP_GE; }
    ;
sum
    : product
    | sum[left] "+" product[right]              { $$ = BINARY(@$, OP_ADD, $left, $right); }
    | sum[left] "-" product[right]              { $$ = BINARY(@$, OP_SUB, $left, $right); }
    ;
/* After a parameter's value `in` begins its domain: there no `number in set` comes first, and a condition has no domain. */
value
    : condition
    | condition "?" expression[then] ":" value[else]
        { $$ = ast_build(p, SHAPE(CONDITIONAL, @$), KIDS($condition, $then, $else)); }
    ;
bounded
    : sum
    | condition "?" expression[then] ":" bounded[else]
        { $$ = ast_build(p, SHAPE(CONDITIONAL, @$), KIDS($condition, $then, $else)); }
    ;
condition
    : first_disjunction
    | condition[left] IFF disjunction[right]            { $$ = BINARY(@$, OP_IFF, $left, $right); }
    ;
first_disjunction
    : first_conjunction
    | first_disjunction[left] OR conjunction[right]     { $$ = ast_build_chain(p, OP_OR, @$, $left, $right); }
    ;
first_conjunction
    : first_negation
    | first_conjunction[left] AND negation[right]       { $$ = ast_build_chain(p, OP_AND, @$, $left, $right); }
    ;
first_negation
    : first_comparison
    | NOT negation[operand]                     { $$ = ast_build(p, SHAPE(UNARY, @$, .op = OP_NOT), KIDS($operand)); }
    ;
first_comparison
    : sum
    | sum[left] comparator sum[right]           { $$ = BINARY(@$, $comparator, $left, $right); }
    | sum NOT IN domain                         { $$ = BINARY(@$, OP_NOT_IN, $sum, $domain); }
    ;
product
    : unary
    | product[left] "*" unary[right]            { $$ = BINARY(@$, OP_MUL, $left, $right); }
    | product[left] "/" unary[right]            { $$ = BINARY(@$, OP_DIV, $left, $right); }
    | product[left] "%" unary[right]            { $$ = BINARY(@$, OP_MOD, $left, $right); }
    ;
unary
    : postfix
    | "-" unary[operand]                        { $$ = ast_build(p, SHAPE(UNARY, @$, .op = OP_NEG), KIDS($operand)); }
    ;
postfix
    : primary
    | postfix[base] "[" expression "]"          { $$ = ast_build(p, SHAPE(INDEX, @$), KIDS($base, $expression)); }
    | postfix[base] "[" expression[row] "," expression[column] "]"
        { $$ = ast_build(p, SHAPE(INDEX, @$), KIDS($base, $row, $column)); }
    | postfix[base] WITH "{" updates "}"        { $$ = ast_build_with_first(p, SHAPE(WITH, @$), $base, $updates); }
    ;
primary
    : number
    | word                                      { $$ = LEAF(SHAPE(NAME, @$, NAMED($word, @word))); }
    | UPTO                                      { $$ = LEAF(SHAPE(NAME, @$, NAMED($1, @1))); }
    | STRING                                    { $$ = LEAF(SHAPE(NAME, @$, NAMED($STRING.text, @STRING))); }
    | word arguments
        { $$ = ast_build_from(p, SHAPE(CALL, @$, NAMED($word, @word)), $arguments); }
    | LUA "." name
        { $$ = LEAF(SHAPE(MEMBER, @$, NAMED($name, @name), .text = "lua", .text_span = @1)); }
    | LUA "." name arguments
        { $$ = ast_build_from(p, SHAPE(CALL, @$, NAMED($name, @name), .text = "lua", .text_span = @1), $arguments); }
    | "(" expression ")"                        { $$ = $expression; }
    | "(" expression "," items ")"              { $$ = ast_build_with_first(p, SHAPE(TUPLE, @$), $expression, $items); }
    | "(" comprehension ")"                     { $$ = $comprehension; }
    | "[" "]"                                   { $$ = LEAF(SHAPE(ROW, @$)); }
    | "[" items "]"                             { $$ = ast_build_from(p, SHAPE(ROW, @$), $items); }
    | "[" comprehension "]"                     { $$ = ast_build(p, SHAPE(ROW, @$), KIDS($comprehension)); }
    | "{" "}"                                   { $$ = LEAF(SHAPE(SET, @$)); }
    | "{" items "}"                             { $$ = ast_build_from(p, SHAPE(SET, @$), $items); }
    | "{" comprehension "}"                     { $$ = ast_build(p, SHAPE(SET, @$), KIDS($comprehension)); }
    | UPTO count OF components
        { $$ = ast_build_with_first(p, SHAPE(COMPOUND_OF, @$, .op = OP_UPTO), $count, $components); }
    | manner OF components
        { $$ = ast_build_with_first(p, SHAPE(COMPOUND_OF, @$, .op = $manner), NULL, $components); }
    ;
number
    : NUMBER                                    { $$ = ast_build_number(p, @$, $1); }
    ;
/* Only what cannot continue an expression that begins with a variable called upto. */
count
    : number
    | ID                                        { $$ = LEAF(SHAPE(NAME, @$, NAMED($1, @1))); }
    | ID arguments                              { $$ = ast_build_from(p, SHAPE(CALL, @$, NAMED($1, @1)), $arguments); }
    | "(" expression ")"                        { $$ = $expression; }
    ;
components
    : "(" items ")"                             { $$ = $items; }
    | "(" comprehension ")"                     { $$ = ast_list_add(p, ast_list_new(p), $comprehension); }
    ;
comprehension
    : expression FOR generators where
        { $$ = ast_build(p, SHAPE(COMPREHENSION, @$), KIDS($expression, LIST(@generators, $generators), $where)); }
    ;
items
    : expression                                { $$ = ast_list_add(p, ast_list_new(p), $expression); }
    | items "," expression                      { $$ = ast_list_add(p, $1, $expression); }
    ;
arguments
    : "(" ")"                                   { $$ = ast_list_new(p); }
    | "(" argument_list ")"                     { $$ = $argument_list; }
    | "(" comprehension ")"                     { $$ = ast_list_add(p, ast_list_new(p), $comprehension); }
    ;
argument_list
    : argument                                  { $$ = ast_list_add(p, ast_list_new(p), $argument); }
    | argument_list "," argument                { $$ = ast_list_add(p, $1, $argument); }
    ;
argument
    : expression
    | sum[low] ".." sum[high]                   { $$ = ast_build(p, SHAPE(RANGE, @$), KIDS($low, $high)); }
    | word "=" expression
        { $$ = ast_build(p, SHAPE(NAMED_ARG, @$, NAMED($word, @word)), KIDS($expression)); }
    ;
updates
    : update                                    { $$ = ast_list_add(p, ast_list_new(p), $update); }
    | updates "," update                        { $$ = ast_list_add(p, $1, $update); }
    ;
update
    : "[" cells "]" assignment expression
        { $$ = ast_build(p, SHAPE(UPDATE, @$, .op = $assignment), KIDS(LIST(@cells, $cells), $expression)); }
    ;
cells
    : cell                                      { $$ = ast_list_add(p, ast_list_new(p), $cell); }
    | cell[row] "," cell[column]
        { $$ = ast_list_add(p, ast_list_add(p, ast_list_new(p), $row), $column); }
    ;
cell
    : expression
    | sum[low] ".." sum[high]                   { $$ = ast_build(p, SHAPE(RANGE, @$), KIDS($low, $high)); }
    ;
assignment
    : "="                                       { $$ = OP_SET; }
    | "+="                                      { $$ = OP_ADD; }
    | "-="                                      { $$ = OP_SUB; }
    ;

/* ---- names: a word with a meaning in one place only is an ordinary name everywhere else */
name
    : word
    | UPTO
    ;
word
    : ID
    | PERIOD
    | FROM
    | OF
    | WITH
    | SALTUS
    | OCTAL
    | TURNING
    | MEASURE
    | MISERE
    | CONJUNCTIVE
    | SELECTIVE
    | ORDINAL
    | SEQUENTIAL
    ;
manner
    : CONJUNCTIVE                               { $$ = OP_CONJUNCTIVE; }
    | SELECTIVE                                 { $$ = OP_SELECTIVE; }
    | ORDINAL                                   { $$ = OP_ORDINAL; }
    | SEQUENTIAL                                { $$ = OP_SEQUENTIAL; }
    ;
%%

/* bison's stacks, from mem.h; the size is stored in front because mem_free needs it. */
enum { STACK_HEADER = 16 };

static void *stack_alloc(size_t size)
{
    unsigned char *block = mem_alloc_raw(size + STACK_HEADER);
    if (!block) return NULL;
    *(size_t *)(void *)block = size;
    return block + STACK_HEADER;
}

static void stack_free(void *block)
{
    if (!block) return;
    unsigned char *start = (unsigned char *)block - STACK_HEADER;
    mem_free(start, *(size_t *)(void *)start + STACK_HEADER);
}

static int grammar_lex(union semantic *value, struct span *span, struct parser *p)
{
    return tokens_next(value, span, p);
}

const char *grammar_token_name(int kind)
{
    return yysymbol_name(YYTRANSLATE(kind));
}

static int yyreport_syntax_error(const yypcontext_t *context, struct parser *p)
{
    yysymbol_kind_t symbols[YYNTOKENS];
    bool expected[GRAMMAR_TOKENS] = {false};
    if (p->stop) return 0;
    int count = yypcontext_expected_tokens(context, symbols, YYNTOKENS);
    if (count < 0) return count;
    for (int kind = 0; kind < GRAMMAR_TOKENS; kind++)
        for (int i = 0; i < count; i++)
            if (YYTRANSLATE(kind) == symbols[i]) expected[kind] = true;
    parser_report_syntax(p, expected);
    return 0;
}

/* Called only for full stacks: the nesting is too deep, or there is no memory for a stack of the full size. */
static void grammar_error(const struct span *span, struct parser *p, const char *message)
{
    (void)message;
    void *probe = mem_alloc_raw(YYMAXDEPTH * sizeof(union yyalloc) * 2);
    if (probe) parser_report_too_deep(p, *span);
    else parser_out_of_memory(p);
    mem_free(probe, YYMAXDEPTH * sizeof(union yyalloc) * 2);
}
