/** Limits a number. `most` decides where it is less than `least`. */
export const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);
