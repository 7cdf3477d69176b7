import { describe, expect, it } from 'vitest';
import { expectLinear } from '@/testing/expect-linear';
import { TemplateProblem } from './problems';
import type { Scope } from './scope';
import { isLiteralTemplate, parseTemplate, renderTemplate } from './template';

const scope: Scope = {
  input: 'The arm is stuck. {{ file }}',
  variables: {
    language: 'de',
    empty: null,
    list: ['x', 'y'],
    named: { constructor: 'a field', n: 1 },
    html: '<b>',
  },
  file: 'A file.',
  steps: {
    label: { status: 'COMPLETED', output: { label: 'defect', scores: [0.5, 1] }, text: 'defect' },
    facts: { status: 'COMPLETED', output: { machine: 'arm 7', code: null }, text: '{"machine":"arm 7"}' },
    gone: { status: 'SKIPPED', output: null, text: '' },
  },
};
const render = (source: string) => renderTemplate(source, scope);

function readsOf(source: string) {
  const parsed = parseTemplate(source);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return { steps: [...parsed.steps].sort(), roots: [...parsed.roots].sort() };
}

function problemOf(source: string): string {
  const parsed = parseTemplate(source);
  return 'problem' in parsed ? parsed.problem : 'none';
}

describe('rendering', () => {
  it.each([
    ['text without tags, as it is', 'Sum: 100 % {sure}', 'Sum: 100 % {sure}'],
    ['variables', '{{ variables.language }}', 'de'],
    ['the file', '{{ file }}', 'A file.'],
    ['a whole output as its text', '{{ steps.facts.output }}', '{"machine":"arm 7"}'],
    ['a field of an output', '{{ steps.label.output.label }}', 'defect'],
    ["a step's status", '{{ steps.gone.status }}', 'SKIPPED'],
    ['bracket notation', "{{ steps['label']['output'].label }}", 'defect'],
    ['an output in a filter as its text', '{{ steps.label.output | upcase }}', 'DEFECT'],
    ["the length of an output's text", '{{ steps.label.output | size }}', '6'],
    ['an output that is compared', '{% if steps.label.output == "defect" %}yes{% endif %}', 'yes'],
    ['an output that is searched', '{% if steps.label.output contains "def" %}yes{% endif %}', 'yes'],
    [
      'an output by another name',
      '{% assign o = steps.label.output %}{{ o }}: {{ o.label }}',
      'defect: defect',
    ],
    ['an output as JSON', '{{ steps.facts.output | json }}', '{"machine":"arm 7","code":null}'],
    ['the fields of an output', '{% for f in steps.facts.output %}{{ f[0] }} {% endfor %}', 'machine code '],
    ['lists as JSON', '{{ steps.label.output.scores }}', '[0.5,1]'],
    ['objects as JSON', '{{ variables.named }}', '{"constructor":"a field","n":1}'],
    ['a list made by a filter as JSON', '{{ "a,b" | split: "," }}', '["a","b"]'],
    ['a missing value as nothing', '[{{ variables.no.such.field }}{{ nothing }}]', '[]'],
    ['null as nothing', '[{{ variables.empty }}{{ steps.gone.output }}]', '[]'],
    ['a default for a missing value', "{{ steps.gone.output.machine | default: 'unknown' }}", 'unknown'],
    ['a default for a missing output', "{{ steps.gone.output | default: 'none' }}", 'none'],
    ['no default for an output that is there', "{{ steps.label.output | default: 'none' }}", 'defect'],
    ['loops', '{% for x in variables.list %}- {{ x }}\n{% endfor %}', '- x\n- y\n'],
    ['braces as text', '{% raw %}{{ input }}{% endraw %}', '{{ input }}'],
    ['markup unescaped', '{{ variables.html }}', '<b>'],
    ['dates in UTC', '{{ 0 | date: "%Y-%m-%d %H:%M" }}', '1970-01-01 00:00'],
  ])('gives %s', (_what, source, text) => expect(render(source)).toBe(text));

  it('never renders what a value holds', () => {
    expect(render('{{ input }}')).toBe('The arm is stuck. {{ file }}');
    expect(render('{% assign copy = input %}{{ copy | append: "{% raw %}" }}')).toContain(
      '{{ file }}{% raw %}',
    );
  });

  it("reads no field that isn't in the value itself", () => {
    for (const name of ['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty'])
      for (const value of ['steps.label.output', 'steps.label', 'variables', 'variables.list', 'input'])
        expect(render(`[{{ ${value}.${name} }}{{ ${value}['${name}'].name }}]`)).toBe('[]');
    expect(render('{{ variables.named.constructor }}')).toBe('a field');
  });

  it('leaves the values as they are', () => {
    const before = JSON.stringify(scope);
    render('{% assign l = variables.list | push: "z" | reverse %}{{ l }}{{ steps.label.output }}');
    expect(JSON.stringify(scope)).toBe(before);
  });

  it('fails with a sentence if it needs more memory than it may have', () => {
    expect(() => render('{% for i in (1..1000000000) %}{% endfor %}')).toThrow(TemplateProblem);
    expect(() => render('{% for i in (1..1000000000) %}{% endfor %}')).toThrow(/needs too much memory/);
    const long = { ...scope, input: 'a'.repeat(1024 * 1024) };
    expect(() => renderTemplate('{{ input }}'.repeat(20), long)).toThrow(/needs too much memory/);
    expect(() => renderTemplate('{{ input }}'.repeat(13), long)).toThrow(
      /^The rendered text has more than 12 MiB/,
    );
    expect(renderTemplate('{{ input }}'.repeat(12), long)).toHaveLength(12 * 1024 * 1024);
  });

  it('fails with a sentence if a value nests too deeply', () => {
    const deep: unknown = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
    expect(() => renderTemplate('{{ variables.deep }}', { ...scope, variables: { deep } })).toThrow(
      /nests too deeply/,
    );
  });

  it('fails with a sentence if a filter fails', () => {
    expect(() => render('{{ "%" | url_decode }}')).toThrow(TemplateProblem);
  });
});

describe('parsing', () => {
  it.each([
    ['a lookup', "{{ steps.a.output }}{{ steps['b'].status }}{{ ['steps'].c.output }}", ['a', 'b', 'c']],
    [
      'a filter and its arguments',
      '{{ steps.a.output | default: steps.b.output | append: steps.c.output }}',
      ['a', 'b', 'c'],
    ],
    ['an index', '{{ variables.list[steps.a.output] }}', ['a']],
    [
      'operators',
      '{% if steps.a.output contains steps.b.output and steps.c.output %}{% endif %}',
      ['a', 'b', 'c'],
    ],
    [
      'every branch',
      '{% unless steps.a.output %}{{ steps.b.output }}{% elsif steps.c.output %}{% else %}{{ steps.d.output }}{% endunless %}',
      ['a', 'b', 'c', 'd'],
    ],
    [
      'a case',
      '{% case steps.a.output %}{% when steps.b.output %}{{ steps.c.output }}{% else %}{{ steps.d.output }}{% endcase %}',
      ['a', 'b', 'c', 'd'],
    ],
    [
      'a loop',
      '{% for i in steps.a.output limit: steps.b.output %}{{ steps.c.output }}{% else %}{{ steps.d.output }}{% endfor %}',
      ['a', 'b', 'c', 'd'],
    ],
    ['a range', '{% for i in (steps.a.output..steps.b.output) %}{% endfor %}', ['a', 'b']],
    [
      'a table',
      '{% tablerow i in steps.a.output cols: steps.b.output %}{{ steps.c.output }}{% endtablerow %}',
      ['a', 'b', 'c'],
    ],
    [
      'assignments',
      '{% assign y = steps.a.output | plus: steps.b.output %}{% capture z %}{{ steps.c.output }}{% endcapture %}',
      ['a', 'b', 'c'],
    ],
    ['a cycle', '{% cycle steps.a.output, steps.b.output %}', ['a', 'b']],
    [
      'lines of Liquid',
      '{% liquid\n echo steps.a.output\n if steps.b.output\n echo steps.c.output\n endif %}',
      ['a', 'b', 'c'],
    ],
  ])('finds the steps in %s', (_what, source, steps) => expect(readsOf(source).steps).toEqual(steps));

  it('finds no step in text, comments and fields of other names', () => {
    expect(
      readsOf(
        'steps.a.output {% comment %}{{ steps.b.output }}{% endcomment %}{{ variables.steps.c }}{{ "steps.d" }}',
      ),
    ).toEqual({ steps: [], roots: ['variables'] });
  });

  it("refuses an unknown name, and takes the template's own", () => {
    expect(problemOf('For\n{{ variabels.reader }} and {{ imput }}.')).toBe(
      'Line 2, column 4: there is no value named variabels. Did you mean variables? Line 2, column 31: there is no value named imput. Did you mean input?',
    );
    expect(problemOf('{{ x }}{% assign y = 1 %}')).toBe(
      'Line 1, column 4: there is no value named x. Read input, variables.NAME, file, or steps.ID.output.',
    );
    expect(
      problemOf(
        '{% assign a = input %}{% capture b %}x{% endcapture %}{% increment n %}{% for i in variables.list %}{{ i }}{{ forloop.index }}{% endfor %}{% tablerow r in variables.list %}{{ r }}{{ tablerowloop.col }}{% endtablerow %}{{ a }}{{ b }}{{ n }}{{ nil }}{{ true }}{{ empty }}{{ blank }}',
      ),
    ).toBe('none');
  });

  it('refuses a part that no step has, which would render as nothing', () => {
    expect(problemOf('The label is {{ steps.label.result.label }}.')).toBe(
      'Line 1, column 17: a step has no result. Read steps.label.output or steps.label.status.',
    );
    expect(problemOf("{{ steps['label']['output'].label }}{{ steps.label | json }}")).toBe('none');
  });

  it('knows a text without tags', () => {
    expect(isLiteralTemplate('100 % {sure} }} %}')).toBe(true);
    expect(isLiteralTemplate('{{ input }}')).toBe(false);
    expect(isLiteralTemplate('{% if input %}{% endif %}')).toBe(false);
  });

  it.each([
    [
      'a filter that does not exist',
      'Dear\n{{ input | loud }}',
      /^Line 2, column 1: undefined filter: loud\.$/,
    ],
    ['a tag that does not exist', '{% shout %}', /^Line 1, column 1: .*shout.*not found\.$/],
    ['a tag that is not closed', 'a\nb {% if input %}', /^Line 2, column 3: .*not closed\.$/],
    ['an output that is not closed', '{{ input', /^Line 1, column 1: .*not closed\.$/],
    ['no value', '{% if %}{% endif %}', /^Line 1, column 6: invalid value expression/],
    ['a computed step', '{{ steps[variables.x].output }}', /^Line 1, column 4: name the step/],
    ['all steps', '\n{% for s in steps %}{% endfor %}', /^Line 2, column 13: name the step/],
    ['a computed name', '{{ [variables.x].a.output }}', /^Line 1, column 4: write the name/],
    ['an assignment to steps', '{% assign steps = input %}', /the name steps is taken/],
    ['a loop over steps by that name', '{% for steps in input %}{% endfor %}', /the name steps is taken/],
  ])('refuses %s', (_what, source, problem) => expect(problemOf(source)).toMatch(problem));

  it.each(['include', 'render', 'layout', 'block'])('knows no tag %s, which loads a file', (tag) => {
    expect(problemOf(`{% ${tag} "package.json" %}`)).toMatch(/not found/);
  });

  it.each(['where_exp', 'find_exp', 'raw', 'sample'])(
    "rejects the filter %s, which isn't part of Liquid",
    (filter) => {
      expect(problemOf(`{{ variables.list | ${filter}: "x", "steps.a.output" }}`)).toMatch(
        /undefined filter/,
      );
    },
  );

  it.each([
    ['many outputs', (percent: number) => '{{ a }}'.repeat(1_500 * percent)],
    ['many tags', (percent: number) => '{% if a %}'.repeat(1_000 * percent)],
    ['many filters', (percent: number) => `{{ a${' | upcase'.repeat(1_100 * percent)} }}`],
    ['outputs that are not closed', (percent: number) => '{{ a '.repeat(2_000 * percent)],
    ['braces', (percent: number) => '{'.repeat(10_000 * percent)],
    ['parentheses', (percent: number) => `{{ ${'('.repeat(100 * percent)}a${')'.repeat(100 * percent)} }}`],
    ['brackets', (percent: number) => `{{ ${'a['.repeat(90 * percent)} }}`],
    ['nested ifs', (percent: number) => '{% if a %}'.repeat(9 * percent)],
  ])('refuses a megabyte of %s in linear time', async (_what, make) => {
    expect(problemOf(make(100))).not.toBe('none');
    await expectLinear(50, make, problemOf);
  });

  it('says how many tags there are, and may be', () => {
    expect(problemOf('{{ a }}'.repeat(1_001))).toBe(
      'The template has 1,001 tags. At most 1,000 are allowed.',
    );
  });

  it('takes a megabyte of text around a few tags', () => {
    expect(readsOf(`${'words '.repeat(170_000)}{{ input }}`).roots).toEqual(['input']);
  });
});
