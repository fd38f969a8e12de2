export { useNeededFile, useRequired } from './needed.tsx'
export { settled, usePaper } from './PeriodHistory.tsx'
export { DueDay } from './tags.tsx'
export { Shares } from './Shares.tsx'
