export default function ExceptionsPage() {
  return null
}
