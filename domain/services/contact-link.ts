/** Returns the link for a contact: tel, mailto or https. Returns null for other text. */
export function contactLink(contact: string): string | null {
  if (/^https:\/\/\S+$/.test(contact)) return contact
  if (/^[^\s@<>]+@[^\s@<>.]+(?:\.[^\s@<>.]+)+$/.test(contact)) return `mailto:${contact}`
  const digits = contact.replace(/[\s()-]/g, '')
  return /^\+?\d{5,15}$/.test(digits) ? `tel:${digits}` : null
}
