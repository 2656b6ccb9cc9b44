// The shapes of a table, as its style sheets tell them apart too. In `em`, so that large letters count as little room.
import { MediaQuery } from "svelte/reactivity";

export const tabbed = new MediaQuery("(max-width: 56em), (max-height: 30em)"); // tabs below the table
export const upright = new MediaQuery("(43em <= width <= 56em) and (height >= 58em)"); // a tablet: they lead through one column
export const sheet = new MediaQuery("(max-width: 45em), (max-width: 56em) and (orientation: portrait)"); // the question lies below it
