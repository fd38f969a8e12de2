/** Scrolls to a section that a link names but that renders only after the link was followed. Use as a `ref`. */
export function scrollToLinkedSection(section: HTMLElement | null): void {
  if (!section || location.hash !== `#${section.id}`) return
  section.scrollIntoView({ block: 'start' })
  section.focus({ preventScroll: true })
}
