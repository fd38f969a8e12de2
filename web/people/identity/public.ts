export { CardPhoto, type CardReading } from './CardPhoto.tsx'
