import type { FileChange, ToolContent } from '#core/model/cards.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import type { CardContext } from './card-context.ts';
import { MissingNote } from './missing-note.tsx';
import { SeqLink } from './seq-link.tsx';
import { VisibleRuns } from '../../components/visible-text.tsx';
import { toPatchLines } from './tool-rows.ts';

interface PatchViewProps {
  readonly context: CardContext;
  readonly content: Extract<ToolContent, { kind: 'patch' }>;
}

/** A diff of protocol version 2: the changed files, and the agent's patch if it sent one. */
export function PatchView({ context, content }: PatchViewProps) {
  const { seq, changes, patch } = content;
  return (
    <div class="tool-diff">
      {changes.map((change, index) => (
        <ChangedFile key={index} change={change} />
      ))}
      <SeqLink context={context} seq={seq} />
      {patch && <PatchText text={patch.text} />}
      {patch && <MissingNote context={context} text={patch} seq={seq} />}
    </div>
  );
}

/** The lines of a patch. */
export function PatchText({ text }: { readonly text: string }) {
  return (
    <div class="framed diff">
      <div class="diff-column" tabIndex={0} role="group" aria-label="Patch">
        <div class="diff-lines">
          {toPatchLines(text).map((line, index) => (
            <div key={index} class="diff-line" data-kind={line.kind}>
              <span class="diff-text">
                <VisibleRuns text={line.text} />
              </span>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function ChangedFile({ change: { operation, path, oldPath } }: { change: FileChange }) {
  return (
    <p class="flow tool-diff-head">
      <span class="fact">{toVisibleLine(operation)}</span>
      {oldPath !== null && <bdi class="path">{toVisibleLine(oldPath)} →</bdi>}
      <bdi class="path">{toVisibleLine(path)}</bdi>
    </p>
  );
}
