/** Reads what devices cost: {@link dev.plimsoll.kube.price.PriceList}. */
@NullMarked
package dev.plimsoll.kube.price;

import org.jspecify.annotations.NullMarked;
