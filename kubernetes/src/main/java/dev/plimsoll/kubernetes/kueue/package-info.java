/** Kueue's arithmetic of quota. Entry class: {@link dev.plimsoll.kubernetes.kueue.QuotaTree}. */
@NullMarked
package dev.plimsoll.kubernetes.kueue;

import org.jspecify.annotations.NullMarked;
