/**
 * What there is of each device and who has how much of it, in numbers for an overview: {@link
 * dev.plimsoll.model.balance.Balances}.
 */
@NullMarked
package dev.plimsoll.model.balance;

import org.jspecify.annotations.NullMarked;
