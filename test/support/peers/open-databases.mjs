/**
 * Opens COUNT databases in FOLDER at set times after START, so that two such processes create each at once.
 * `open-databases.mjs FOLDER COUNT START`
 */
import { openStore } from '../../../proxy/store/store.ts';

const [folder, count, start] = process.argv.slice(2);
for (let number = 0; number < Number(count); number++) {
  const moment = Number(start) + number * 30 + Math.random() * 3;
  while (performance.timeOrigin + performance.now() < moment);
  openStore(`${folder}/${number}.db`).close();
}
