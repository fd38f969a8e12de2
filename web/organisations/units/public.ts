export { usePlaceFields } from './usePlaceFields.tsx'
