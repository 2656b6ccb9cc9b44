// The face of The Princes of Florence: what the page needs to show a table of it.
import "./princes.css";
import type { Face } from "../../lib/contract";
import Hand from "./Hand.svelte";
import Own from "./Own.svelte";
import Shared from "./Shared.svelte";
import Small from "./Small.svelte";
import { facts, groups, matters, score, stage } from "./telling";
import type { View } from "./view";

const face: Face<View> = { key: "princes", theme: "princes", Shared, Own, Small, Hand, facts, score, stage, groups, matters, short: true };
export default face;
