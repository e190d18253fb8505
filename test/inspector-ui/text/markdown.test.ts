import { describe, expect, test } from 'vitest';
import { toMarkdown, type Inline, type MarkdownBlock } from '../../../inspector-ui/text/markdown.ts';
import { toDataImage, toImageSource, toWebLink } from '../../../inspector-ui/text/web-link.ts';

/** A block in short notation: `strong(em(x))`. */
const inlines = (list: readonly Inline[]): string =>
  list
    .map((inline) => {
      switch (inline.kind) {
        case 'text':
          return inline.text;
        case 'break':
          return '⏎';
        case 'image':
          return `image(${inline.alt} ${inline.address})`;
        case 'code':
          return `code(${inline.text})`;
        case 'link':
          return `link(${inlines(inline.children)} ${inline.address})`;
        default:
          return `${inline.kind}(${inlines(inline.children)})`;
      }
    })
    .join('');

function words(blocks: readonly MarkdownBlock[]): readonly string[] {
  return blocks.map((block) => {
    switch (block.kind) {
      case 'paragraph':
        return inlines(block.children);
      case 'heading':
        return `h${block.level} ${inlines(block.children)}`;
      case 'code':
        return `code ${block.language}: ${block.text}`;
      case 'quote':
        return `quote[${words(block.children).join('|')}]`;
      case 'list':
        return `list ${block.start ?? '-'} ${block.items
          .map(
            ({ checked, children }) =>
              `${checked === undefined ? '' : checked ? '[x]' : '[ ]'}${words(children).join('|')}`,
          )
          .join(';')}`;
      case 'table':
        return `table ${[block.head, ...block.rows].map((row) => row.map(({ children, align }) => `${inlines(children)}:${align ?? ''}`).join(',')).join('/')}`;
      case 'rule':
        return 'rule';
      case 'source':
        return `source ${block.text}`;
    }
  });
}

describe('markdown', () => {
  test.each([
    ['**a *b*** ~~c~~ `d&lt;`', ['strong(a em(b)) del(c) code(d&lt;)']],
    ['one  \ntwo', ['one⏎two']],
    ['## H\n\n---', ['h2 H', 'rule']],
    ['```ts x\na\n```', ['code ts: a']],
    ['> a\n> > b', ['quote[a|quote[b]]']],
    ['3. a\n4. b\n   - c', ['list 3 a;b|list - c']],
    ['- [x] a\n- [ ] b', ['list - [x]a;[ ]b']],
    ['|a|b|\n|-|-:|\n|1|*2*|', ['table a:,b:right/1:,em(2):right']],
    [
      '[t](https://a.b "x") <https://c.d> ![i](https://e.f/g.png)',
      ['link(t https://a.b) link(https://c.d https://c.d) image(i https://e.f/g.png)'],
    ],
    ['[r][1]\n\n[1]: https://a.b', ['link(r https://a.b)']],
    ['&amp; &copy; &#x1F469; &#0; &nosuch; \\*', ['& © 👩 \uFFFD &nosuch; *']],
  ])('%j', (text, expected) => {
    expect(words(toMarkdown(text))).toEqual(expected);
  });

  test('keeps HTML as its source, within lines and on its own', () => {
    expect(words(toMarkdown('a <b onclick="x">b</b>'))).toEqual(['a <b onclick="x">b</b>']);
    expect(words(toMarkdown('<script>\nalert(1)\n</script>\n'))).toEqual(['source <script>\nalert(1)\n</script>\n']);
  });

  test.each([
    ['quotes in quotes', '>'.repeat(20_000)],
    ['lists in lists', '1. '.repeat(15_000)],
    [
      'lists ever further to the right',
      Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n'),
    ],
    ['a paragraph of asterisks', '*a'.repeat(20_000)],
    ['a text of 200,000 letters', 'x'.repeat(200_000)],
  ])('shows %s as source', (_, text) => {
    const blocks = toMarkdown(text);
    expect(blocks).toHaveLength(1);
    expect(blocks).toEqual([
      text.startsWith('*') ? { kind: 'paragraph', children: [{ kind: 'text', text }] } : { kind: 'source', text },
    ]);
  });

  test('nests no deeper than a page can', () => {
    const depth = (blocks: readonly MarkdownBlock[]): number =>
      1 + Math.max(0, ...blocks.map((block) => (block.kind === 'quote' ? depth(block.children) : 0)));
    const lazily = Array.from({ length: 60 }, (_, index) => `${'> '.repeat(Math.min(index, 16))}x`).join('\n');
    expect(depth(toMarkdown(lazily))).toBeLessThan(25);
    expect(depth(toMarkdown('> > > a'))).toBe(4);
  });
});

test.each([
  ['https://example.com/a?b#c', true],
  ['HTTP://example.com', true],
  ['javascript:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,<script>alert(1)</script>', false],
  ['vbscript:x', false],
  ['file:///etc/passwd', false],
  ['//example.com', false],
  ['/relative', false],
  ['https://google.com@evil.example/', false],
  ['https://', false],
])('the recorded address %j can be followed: %s', (address, isFollowed) => {
  expect(toWebLink(address) !== undefined).toBe(isFollowed);
});

test('shows only raster images in base64', () => {
  expect(toImageSource('image/png', 'AAAA')).toBe('data:image/png;base64,AAAA');
  expect(toImageSource('image/svg+xml', 'AAAA')).toBeUndefined();
  expect(toImageSource('text/html', 'AAAA')).toBeUndefined();
  expect(toImageSource('image/png', 'AAAA" onerror="x')).toBeUndefined();
  expect(toDataImage('data:image/gif;base64,AAAA')).toBe('data:image/gif;base64,AAAA');
  expect(toDataImage('data:image/svg+xml;base64,AAAA')).toBeUndefined();
  expect(toDataImage('https://example.com/x.png')).toBeUndefined();
});
