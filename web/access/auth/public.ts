export { Field } from './Field.tsx'
export { Portal } from './Portal.tsx'
