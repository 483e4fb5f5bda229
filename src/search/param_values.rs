//! Tunable numbers by their names: what a tuner reads and sets, whatever type holds them.

/// One tunable number, as a tuner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// Its value unless a game brings another.
    pub default: i32,
    /// The smallest value allowed.
    pub low: i32,
    /// The largest value allowed.
    pub high: i32,
    /// What it is for.
    pub why: &'static str,
}

/// Tunable numbers with their values, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParamValues(Vec<(&'static Param, i32)>);

impl ParamValues {
    /// The parameter of that name.
    pub fn find(&self, name: &str) -> Option<&'static Param> {
        self.iter().find(|(param, _)| param.name == name).map(|(param, _)| param)
    }

    /// The value of the parameter of that name.
    pub fn get(&self, name: &str) -> Option<i32> {
        self.iter().find(|(param, _)| param.name == name).map(|(_, value)| value)
    }

    /// Sets the parameter of that name, brought into its range. False when there is none.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        let found = self.0.iter_mut().find(|(param, _)| param.name == name);
        found.map(|(param, known)| *known = value.clamp(param.low, param.high)).is_some()
    }

    /// All of them, in the order in which they were listed.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Param, i32)> + '_ {
        self.0.iter().copied()
    }

    /// These, and others after them.
    #[must_use]
    pub fn and(mut self, others: ParamValues) -> ParamValues {
        self.0.extend(others.0);
        self
    }
}

impl FromIterator<(&'static Param, i32)> for ParamValues {
    fn from_iter<T: IntoIterator<Item = (&'static Param, i32)>>(values: T) -> Self {
        ParamValues(values.into_iter().collect())
    }
}

/// A struct of tunable numbers, a line each: `name = default, range, why`. A search reads the fields, a tuner goes by the names.
macro_rules! param_struct {
    (
        $(#[$doc:meta])* pub struct $type:ident;
        $($name:ident = $default:literal, $low:literal..=$high:literal, $why:literal;)+
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $type {
            $(#[doc = $why] pub $name: i32,)+
        }

        impl $type {
            /// The defaults, as a constant.
            pub const DEFAULT: $type = $type { $($name: $default,)+ };

            /// All numbers by their names, in the order of the source.
            pub fn values(&self) -> $crate::search::ParamValues {
                use $crate::search::param_values::Param;
                $(const _: () = assert!($low <= $default && $default <= $high);)+
                [$((&const { Param { name: stringify!($name), default: $default, low: $low, high: $high, why: $why } }, self.$name),)+]
                    .into_iter()
                    .collect()
            }

            /// Takes the values of the same names, and keeps the others.
            pub fn assign(&mut self, values: &$crate::search::ParamValues) {
                $(if let Some(value) = values.get(stringify!($name)) {
                    self.$name = value;
                })+
            }
        }

        impl Default for $type {
            fn default() -> Self {
                $type::DEFAULT
            }
        }
    };
}
pub(crate) use param_struct;

#[cfg(test)]
#[expect(unreachable_pub, reason = "the macro is made for numbers that others use")]
mod tests {
    param_struct! {
        /// Two numbers.
        pub struct Sample;
        width = 3, 1..=9, "how wide";
        depth = 0, -5..=5, "how deep";
    }

    #[test]
    fn numbers_are_set_by_name_within_their_range() {
        let mut values = Sample::default().values();
        assert!(values.set("width", 1000) && !values.set("nonsense", 1));
        assert_eq!((values.get("width"), values.get("depth"), values.get("nonsense")), (Some(9), Some(0), None));
        assert_eq!(values.find("depth").map(|param| (param.low, param.high, param.why)), Some((-5, 5, "how deep")));
        let mut sample = Sample { depth: 2, ..Sample::DEFAULT };
        sample.assign(&values);
        assert_eq!(sample, Sample { width: 9, depth: 0 });
    }

    #[test]
    fn a_list_that_names_other_numbers_changes_nothing() {
        let mut sample = Sample { width: 4, depth: -1 };
        sample.assign(&crate::search::Params::default().values());
        assert_eq!(sample, Sample { width: 4, depth: -1 });
        let both = sample.values().and(crate::search::Params::default().values());
        assert_eq!((both.get("width"), both.get("grain")), (Some(4), Some(1)));
    }
}
