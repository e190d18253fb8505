import { useEffect, useMemo } from 'preact/hooks';
import { timeByOwner } from '#core/grouping/split-time.ts';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import { useLastMoment } from '../../components/use-last-moment.ts';
import { createRecordingValue } from '../../state/shell/recording-value.ts';
import type { ViewProps } from '../view.ts';
import { createFolds, type CardContext } from './card-context.ts';
import { cardName, toDurationText } from './conversation-rows.ts';
import { OwnerSplit } from './owner-split.tsx';
import { SeqLink } from './seq-link.tsx';
import { ToolCallView } from './tool-call-view.tsx';
import { ToolHead } from './tool-head.tsx';
import './card-view.css';

interface CallProps extends ViewProps {
  /** An entry of the call. */
  readonly seq: number;
}

/** The tool call of an entry as one card: from its announcement to its result. */
export function CallView({ inspector, opened, seq }: CallProps) {
  const { backend, startTimer } = inspector;
  const folds = useMemo(createFolds, [opened]);
  const watched = useMemo(() => {
    const query = { session: undefined, q: '', at: { around: seq }, count: 1 } as const;
    return createRecordingValue({ recording: opened.recording, backend, startTimer }, (recording, signal) =>
      backend.conversation(recording, query, signal),
    );
  }, [opened, backend, startTimer, seq]);
  useEffect(() => watched.dispose, [watched]);
  const lastMoment = useLastMoment(inspector, opened);
  const fetched = watched.fetched.value;
  if (fetched.kind === 'loading') return <Loading />;
  if (fetched.kind === 'failed')
    return (
      <Message title="The tool call could not be loaded">
        <p>{fetched.reason}</p>
        <button type="button" class="plain-button" onClick={watched.retry}>
          Try again
        </button>
      </Message>
    );
  const card = fetched.value.cards.find((each) => each.kind === 'tool-call');
  if (!card) return <Message title="This entry belongs to no tool call" />;
  const context: CardContext = {
    recording: opened.recording,
    isLive: opened.isLive.value,
    held: inspector.takingPart.heldEntries(opened.recording),
    isWide: false,
    folds,
    open: (at) => inspector.goTo(at),
    openFile: (file) => inspector.router.go({ recording: opened.recording, view: 'files', file }),
  };
  return (
    <div class="call" data-tool-call={card.id}>
      <ToolHead context={context} body={card} lasted={toDurationText(card, context.isLive)} />
      <p class="flow aside">
        <span>
          announced <SeqLink context={context} seq={card.first} />
        </span>
        {card.entries > 1 && (
          <span>
            last <SeqLink context={context} seq={card.last} />
          </span>
        )}
        <span>{card.entries === 1 ? '1 frame' : `${card.entries} frames`}</span>
      </p>
      {card.time && (
        <OwnerSplit
          time={timeByOwner({ t: card.t, until: card.until, ...card.time }, Math.max(lastMoment.value, card.t))}
        />
      )}
      <ToolCallView context={context} name={cardName(card)} body={card} seq={card.first} />
    </div>
  );
}
