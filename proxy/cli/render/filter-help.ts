import { fields, type Field } from '#core/filter/fields.ts';
import { table } from './table.ts';

/** What `acptap help filter` says: the language of filters on one screen. */
export const filterHelp =
  (): string => `A filter says which entries are meant, in show --filter, search, check --filter and the inspector.

  words side by side must all hold       method:session/* from:agent
  or, not, - for not, ( )                (status:error or has:error) -kind:stderr
  a bare word, or several in quotes      "not found"    looked for in method, summary and text, in any case
  /a regex/ with flags i, m, s           /token (expired|revoked)/i    looked for in the text
  field:value, * for any characters      tool:*edit* update:tool_call*
  numbers: > >= < <= and from..to        dur:>500ms size:64k..1M t:1:30..2:00 seq:10..20

${indented(table(fields.map((field) => [`${field.name}:`, meaningOf(field)])))}
A number alone means all that are written like it: dur:2s is from 2 to below 3 seconds. field:* is every entry that has the field.
k and M are powers of 1024. Without a unit, dur is in milliseconds, t in seconds, size in bytes.
Regexes are those of RE2, which always end: as in JavaScript, without look-around and back-references.
A filter that begins with - comes after --: acptap search -- '-kind:stderr refused'. Quotes hold a text with spaces or a colon, and
a path, which could be read as a regex.
`;

const meaningOf = ({ kind, about, values }: Field): string => {
  if (values.length === 0) return about;
  return kind === 'closed' ? `${about}: ${values.join(', ')}` : `${about}; ${values.slice(0, 3).join(', ')}`;
};

const indented = (text: string) => text.replace(/^(?=.)/gm, '  ');
