/**
 * Reads YAML so that errors name the line. {@link dev.plimsoll.kube.yaml.YamlFile} reads files,
 * {@link dev.plimsoll.kube.yaml.Section} their content.
 */
@NullMarked
package dev.plimsoll.kube.yaml;

import org.jspecify.annotations.NullMarked;
