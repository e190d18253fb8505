import { Message } from '../../components/message.tsx';
import { toBlamedValues } from './blamed-values.ts';
import type { BodyProps } from './body-props.ts';
import { toDetailBody } from './detail-rows.ts';
import { JsonTree } from './json-tree.tsx';
import { soughtIn } from './sought-in.ts';

interface JsonProps extends BodyProps {
  readonly onRaw: () => void;
}

/** An entry as a JSON tree, or the reason why it is not JSON. */
export function JsonView({ inspector, opened, entry, onRaw }: JsonProps) {
  const body = toDetailBody(entry);
  if (body.json !== undefined)
    return (
      <JsonTree
        key={entry.row.seq}
        text={body.json}
        sought={soughtIn({ inspector, opened, entry })}
        blamed={toBlamedValues(entry.findings)}
        onCopyValue={(text) => inspector.copyExact('the value', text)}
        onCopyPath={(path) => inspector.copy('the path', path)}
      />
    );
  return (
    <Message title={body.noJson}>
      {body.noJsonAt && <p>{body.noJsonAt}</p>}
      {body.cut && <p>{body.cut}</p>}
      <button type="button" class="plain-button" onClick={onRaw}>
        Show it raw
      </button>
    </Message>
  );
}
