import { Argument, type Command } from 'commander';
import { AcptapError } from '#core/errors.ts';
import { SIDES, type Side } from '#core/wire/entry.ts';
import { examples } from './help-examples.ts';

interface HeldOptions {
  readonly follow?: boolean;
  readonly json?: boolean;
  readonly yes?: boolean;
}

type Verb = 'release' | 'drop' | 'edit' | 'answer';

/** Adds the commands that take part in running agents: `held` and `inject`. */
export function addHeld(acptap: Command): void {
  acptap
    .command('held')
    .description('list the frames that are held in running agents, or deliver, change or drop them')
    .addArgument(new Argument('[verb]', 'what to do with a held frame').choices(['release', 'drop', 'edit', 'answer']))
    .argument('[frame]', 'the frame, as REF:N; or all, to release or drop')
    .argument('[json]', 'the answer: {"result": …} or {"error": {"code": …, "message": …}}')
    .option('--follow', 'print each frame when it is held and when it leaves; frames are held while this runs')
    .option('--json', 'print one JSON array; with --follow one object a line')
    .option('-y, --yes', 'send an edited frame or an answer in spite of errors, without asking')
    .addHelpText(
      'after',
      `
Frames are held by acptap run --break FILTER. release delivers a frame as it was received, and drop never does. edit
opens it in $EDITOR, judges the result by the rules, and delivers it on one line. answer writes an answer to the sender
of a held request, which is not delivered.
A frame leaves without a decision when its time is up, when nobody watches any more, and when a side is gone.
${examples('acptap held', 'acptap held release all')}`,
    )
    .action(
      async (verb: Verb | undefined, frame: string | undefined, json: string | undefined, options: HeldOptions) => {
        process.exitCode = await runHeld(verb, frame, json, options);
      },
    );

  acptap
    .command('inject')
    .description('write a message to the client or the agent of a running agent')
    .usage('<ref> toward <client|agent> <json>')
    .argument('<ref>', 'a running agent: the id of its recording or the beginning of it, its name, or latest')
    .addArgument(new Argument('<toward>', 'this word').choices(['toward']))
    .addArgument(new Argument('<side>', 'the side that reads it').choices(SIDES))
    .argument('<json>', 'the message, in quotes')
    .addHelpText(
      'after',
      `
Needs acptap run --interactive or --break. The message is written behind the frames that wait, on one line.
Prints what the rules find in it, and writes it nevertheless. An answer to an injected request reaches the other side.
${examples(`acptap inject latest toward client '{"jsonrpc":"2.0","method":"_example/ping"}'`)}`,
    )
    .action(async (ref: string, _word: string, side: Side, json: string) => {
      const { inject } = await import('../commands/inject.ts');
      await inject(ref, side, json);
    });
}

async function runHeld(
  verb: Verb | undefined,
  frame: string | undefined,
  json: string | undefined,
  options: HeldOptions,
): Promise<0 | 1> {
  if (verb === undefined) {
    const { followHeld, held } = await import('../commands/held.ts');
    await (options.follow ? followHeld(options) : held(options));
    return 0;
  }
  if (frame === undefined) throw new AcptapError('usage', `held ${verb} needs a frame: REF:N, as acptap held shows it`);
  if (json !== undefined && verb !== 'answer')
    throw new AcptapError('usage', `held ${verb} takes no JSON, and this was given: ${json}`);
  const { answerHeld, editHeld, endHold } = await import('../commands/end-hold.ts');
  if (verb === 'edit') return editHeld(frame, options);
  if (verb === 'answer') return answerHeld(frame, json, options);
  await endHold(verb, frame);
  return 0;
}
