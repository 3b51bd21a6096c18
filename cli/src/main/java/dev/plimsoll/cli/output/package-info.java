/**
 * How results are printed: {@link dev.plimsoll.cli.output.Table} as kubectl does, and {@link
 * dev.plimsoll.cli.output.Documents} as JSON or YAML.
 */
@NullMarked
package dev.plimsoll.cli.output;

import org.jspecify.annotations.NullMarked;
