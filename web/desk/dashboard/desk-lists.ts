// The lists for the platform and centres, bundled in one chunk.
export { Centres } from './Centres.tsx'
export { Channels } from './Channels.tsx'
export { Ranking } from './Ranking.tsx'
