/**
 * Keeps the ledgers of a cluster: {@link dev.plimsoll.admission.controller.LedgerController} makes
 * one for each quota that is enforced, and counts anew what is used.
 */
@NullMarked
package dev.plimsoll.admission.controller;

import org.jspecify.annotations.NullMarked;
