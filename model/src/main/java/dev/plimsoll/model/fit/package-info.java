/**
 * How many more pods would run: {@link dev.plimsoll.model.fit.Fit} counts what the quota admits and
 * what the nodes take, each by itself and both together.
 */
@NullMarked
package dev.plimsoll.model.fit;

import org.jspecify.annotations.NullMarked;
