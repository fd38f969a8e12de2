/**
 * An ID, card or phone number as the server masked it, with aligned digits, selectable in one piece. '—' when empty.
 */
export function Masked({ value }: { readonly value: string | null | undefined }) {
  return value ? <span className="k-masked">{value}</span> : <span className="k-muted">—</span>
}
