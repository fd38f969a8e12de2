export { CardPhoto, type CardRead } from './CardPhoto.tsx'
