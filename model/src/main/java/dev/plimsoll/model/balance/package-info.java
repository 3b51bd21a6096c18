/**
 * An overview of each device's capacity and its users, in numbers: {@link
 * dev.plimsoll.model.balance.Balances}.
 */
@NullMarked
package dev.plimsoll.model.balance;

import org.jspecify.annotations.NullMarked;
