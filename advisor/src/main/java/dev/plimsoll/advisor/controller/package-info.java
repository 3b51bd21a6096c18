/**
 * The advisor at work; the entry is {@link dev.plimsoll.advisor.controller.AdviceRun}, one decision
 * carried out.
 */
@NullMarked
package dev.plimsoll.advisor.controller;

import org.jspecify.annotations.NullMarked;
