/** An ID, card or phone number as masked by the server, with aligned digits, selectable as a whole. '—' when empty. */
export function Masked({ value }: { readonly value: string | null | undefined }) {
  return value ? <span className="k-masked">{value}</span> : <span className="k-muted">—</span>
}
