/** `echo SIZE`: answers every request of SIZE bytes with SIZE bytes. Exits with 3 on unexpected bytes. */
import { createComparison, requests, responses } from '../lines.ts';
import { endWith } from './end.ts';

const size = Number(process.argv[2]);
const response = responses(size);
const received = createComparison(requests(size));
let answered = 0;

process.stdin.on('data', (chunk: Buffer) => {
  for (const complete = received.take(chunk); answered < complete; answered += 1)
    process.stdout.write(response(answered));
});
endWith(received.isSame);
