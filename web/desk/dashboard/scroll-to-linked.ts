/** Scrolls to a section that rendered after its link was followed, as the link would have. Use as a `ref`. */
export function scrollToLinkedSection(section: HTMLElement | null): void {
  if (!section || location.hash !== `#${section.id}`) return
  section.scrollIntoView({ block: 'start' })
  section.focus({ preventScroll: true })
}
