/** An error next to the inputs that it concerns; nothing without one. */
export function Problem({ text }: { readonly text: string | null | undefined }) {
  if (!text) return null
  return (
    <p className="k-problem" role="alert">
      {text}
    </p>
  )
}
