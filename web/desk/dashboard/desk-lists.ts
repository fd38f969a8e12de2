// What the platform and a centre see below their figures, in one file for the browser.
export { Centres } from './Centres.tsx'
export { Channels } from './Channels.tsx'
export { Ranking } from './Ranking.tsx'
