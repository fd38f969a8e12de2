export default function FormsPage() {
  return null
}
