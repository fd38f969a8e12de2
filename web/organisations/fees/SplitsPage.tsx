export default function SplitsPage() {
  return null
}
