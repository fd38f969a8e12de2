import type { Colours } from './look.ts'
import './colours.css'

/** Draws the page in all colours, without colour, or in colours that colour-blind people can tell apart. */
export function applyColours(colours: Colours): void {
  document.documentElement.dataset.colours = colours
}
