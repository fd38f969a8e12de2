/** An identity, card or telephone number as the server sent it, figures aligned and selectable in one piece. '—' when empty. */
export function Masked({ value }: { readonly value: string | null | undefined }) {
  return value ? <span className="k-masked">{value}</span> : <span className="k-muted">—</span>
}
