export default function FeePlansPage() {
  return null
}
