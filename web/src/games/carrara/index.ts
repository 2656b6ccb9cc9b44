// The face of The Palaces of Carrara.
import "./carrara.css";
import type { Face } from "../../lib/contract";
import { facts, groups, matters, score, stage } from "./face";
import Hand from "./Hand.svelte";
import Own from "./Own.svelte";
import Shared from "./Shared.svelte";
import Small from "./Small.svelte";
import type { View } from "./view";

const face: Face<View> = { key: "carrara", theme: "carrara", Shared, Own, Small, Hand, facts, score, stage, groups, matters, hand: "table.bricks" };
export default face;
