import type { ToolCallBody } from '#core/model/cards.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import type { CardContext } from './card-context.ts';
import { toToolStatus } from './tool-rows.ts';

/** Title, status and duration of a tool call. */
export function ToolHead({ context, body, lasted }: { context: CardContext; body: ToolCallBody; lasted: string }) {
  const { text, tone } = toToolStatus(body, context.isLive);
  return (
    <div class="flow card-head">
      <span class="tool-kind">{toVisibleLine(body.toolKind ?? 'tool')}</span>
      <span class="card-title tool-title" dir="auto">
        {toVisibleLine(body.title ?? body.id)}
      </span>
      <span class="aside toned tool-status" data-tone={tone}>
        {toVisibleLine(text)}
      </span>
      {lasted !== '' && lasted !== 'running' && lasted !== 'not ended' && <span class="fact">{lasted}</span>}
    </div>
  );
}
