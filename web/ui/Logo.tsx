/** The product's logo: a cloud with a 元. */
export function Logo({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true" className="k-mark">
      <path d="M8.5 23.5h14a5.3 5.3 0 0 0 .7-10.55A7.6 7.6 0 0 0 8.6 14.2a4.7 4.7 0 0 0-.1 9.3Z" stroke="currentColor" strokeWidth="2.1" />
      <path
        d="m12 12.6 4 4.7 4-4.7M16 17.3v6.2M12.6 18.8h6.8M12.6 21.4h6.8"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
