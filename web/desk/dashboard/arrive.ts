/** A `ref` for a section that rendered after its link was followed. Scrolls to it, as the link would have. */
export function scrollToLinked(section: HTMLElement | null): void {
  if (!section || location.hash !== `#${section.id}`) return
  section.scrollIntoView({ block: 'start' })
  section.focus({ preventScroll: true })
}
