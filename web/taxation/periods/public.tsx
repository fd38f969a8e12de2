export { useNeededFile, useRequired } from './needed.tsx'
export { settled, usePaper } from './PeriodHistory.tsx'
export { Shares } from './Shares.tsx'
export { DueDay } from './tags.tsx'
