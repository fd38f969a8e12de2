export { Field } from './Field.tsx'
export { PublicLayout } from './PublicLayout.tsx'
